import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { signVisitor } from './sign-visitor.ts';

// A site of somebody else's with the shop's chat in its page: node examples/widget/serve.ts

const shop = process.env.EMBARKA_ORIGIN ?? 'http://localhost:3000';
const port = Number(process.env.PORT ?? 4000);
const site = process.env.SITE_ORIGIN ?? `http://127.0.0.1:${port}`;
/** Without it the page does not say who its visitor is. */
const secret = process.env.WIDGET_SECRET;
/** As the shop shows it under API. */
const integrity = process.env.WIDGET_INTEGRITY ?? '';

/** All that the chat needs of a strict page: the shop's script, and the shop's frame. */
const POLICY = [
  "default-src 'none'",
  `script-src ${shop}`,
  `frame-src ${shop}`,
  "style-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const page = readFileSync(join(import.meta.dirname, 'index.html'), 'utf8');
const style = readFileSync(join(import.meta.dirname, 'page.css'));

createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', site);
  if (pathname === '/page.css') {
    response.setHeader('Content-Type', 'text/css').end(style);
    return;
  }
  if (pathname !== '/') {
    response.writeHead(404).end();
    return;
  }
  // Your own sign-in says who it is; here the address does, to try it: /?visitor=4711
  const id = searchParams.get('visitor');
  const email = `${id ?? randomUUID()}@customers.example`;
  const identity =
    id !== null && /^\w{1,40}$/.test(id) && secret !== undefined
      ? signVisitor({ id, email, name: `Customer ${id}` }, { site, shop, secret })
      : '';
  response
    .setHeader('Content-Type', 'text/html; charset=utf-8')
    .setHeader('Content-Security-Policy', POLICY)
    // It holds a token of one visitor.
    .setHeader('Cache-Control', 'no-store')
    .end(
      page
        .replaceAll('{shop}', shop)
        .replace('{integrity}', integrity)
        .replace('{identity}', identity),
    );
}).listen(port, () => console.log(`The page is at ${site}, the shop at ${shop}`));
