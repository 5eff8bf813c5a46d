/** The baseline of pages: Node's HTTP server with an empty response or one of this many bytes. */
import { createServer } from 'node:http';

const bodies = new Map<string, Buffer>();

createServer(({ url = '/' }, response) => {
  const size = Number(url.slice(1));
  if (size === 0) {
    response.end('hello');
    return;
  }
  const body = bodies.get(url) ?? Buffer.alloc(size, 'x');
  bodies.set(url, body);
  response.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'));
