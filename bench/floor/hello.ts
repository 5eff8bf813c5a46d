/** The floor of pages: what Node's own server does when nothing, or so many bytes, are asked of it. */
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
