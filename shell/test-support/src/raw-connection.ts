import { once } from 'node:events';
import { connect } from 'node:net';

/** Opens a connection that sends requests byte for byte. */
export async function openRawConnection(port: number) {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  await once(socket, 'connect');
  let said: Buffer = Buffer.alloc(0);
  let isOver = false;
  let wake = () => {};
  socket.on('data', (data) => {
    said = Buffer.concat([said, data]);
    wake();
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    isOver = true;
    wake();
  });

  async function readAnswer(isHead: boolean): Promise<number> {
    for (;;) {
      const end = said.indexOf('\r\n\r\n') + 4;
      const head = said.toString('latin1', 0, end);
      const length = isHead ? 0 : Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
      if (end > 3 && said.length >= end + length) {
        said = said.subarray(end + length);
        return Number(head.slice(9, 12));
      }
      if (isOver) throw new Error('The server hung up.');
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  return {
    ask(request: string): Promise<number> {
      socket.write(request);
      return readAnswer(request.startsWith('HEAD'));
    },
    close: () => socket.destroy(),
  };
}
