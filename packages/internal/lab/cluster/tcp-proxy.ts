import { connect, createServer, type Socket } from 'node:net';

/** A link of a network that can be cut: a proxy between one port of 127.0.0.1 and another. */
export interface Link {
  readonly port: number;
  /** Passes nothing on in either direction. Both relationships learn nothing, as behind a cut cable. */
  readonly cut: () => void;
  /** Breaks the connections of before, and passes on new ones. */
  readonly heal: () => void;
  readonly close: () => Promise<void>;
}

/** Opens a link to a port. */
export async function openLink(target: number): Promise<Link> {
  let isCut = false;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket, other: Socket | undefined): void => {
    sockets.add(socket);
    socket
      .on('error', () => undefined)
      .once('close', () => {
        sockets.delete(socket);
        // The end of a connection does not pass a cut link either.
        if (!isCut) other?.destroy();
      });
    socket.on('data', (chunk) => {
      if (isCut || other?.write(chunk) !== false) return;
      socket.pause();
      other.once('drain', () => socket.resume());
    });
  };
  const server = createServer((near) => {
    if (isCut) return keep(near, undefined);
    const far = connect(target, '127.0.0.1');
    keep(near, far);
    keep(far, near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { readonly port: number }).port,
    cut() {
      isCut = true;
    },
    heal() {
      isCut = false;
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
