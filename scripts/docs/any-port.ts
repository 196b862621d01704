/** Loaded before a program of docs/examples: its server listens on a free port, and prints the port. */
import { type AddressInfo, Server } from 'node:net';

const { listen } = Server.prototype;
Server.prototype.listen = function listenAnywhere(this: Server, ...given: never[]): Server {
  const callback = given.findLast((value) => typeof value === 'function');
  this.once('listening', () => console.log(`port: ${(this.address() as AddressInfo).port}`));
  return Reflect.apply(listen, this, callback === undefined ? [0, '127.0.0.1'] : [0, '127.0.0.1', callback]);
} as typeof listen;
