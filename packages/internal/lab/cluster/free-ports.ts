import { createServer } from 'node:net';

/** Returns ports of 127.0.0.1 that are free. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports: number[] = [];
  for (const server of servers) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ports.push((server.address() as { readonly port: number }).port);
  }
  for (const server of servers) await new Promise((resolve) => server.close(resolve));
  return ports;
}
