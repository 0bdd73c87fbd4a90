import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A TCP proxy whose connections can die silently, as behind a firewall that dropped them. */
export class FreezingProxy {
  private constructor(
    private readonly server: Server,
    private readonly sockets: Set<Socket>,
  ) {}

  static async to(port: number): Promise<FreezingProxy> {
    const sockets = new Set<Socket>();
    const server = createServer((near) => {
      const far = connect(port, '127.0.0.1');
      for (const socket of [near, far]) {
        sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => sockets.delete(socket));
      }
      near.pipe(far).pipe(near);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new FreezingProxy(server, sockets);
  }

  get url(): string {
    return `esdb://127.0.0.1:${(this.server.address() as AddressInfo).port}?tls=false`;
  }

  freeze(): void {
    for (const socket of this.sockets) socket.unpipe().pause();
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }
}
