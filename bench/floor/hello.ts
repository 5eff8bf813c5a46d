/** The floor of pages: what Node's own server does when nothing is asked of it. */
import { createServer } from 'node:http';

createServer((_request, response) => {
  response.end('hello');
}).listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'));
