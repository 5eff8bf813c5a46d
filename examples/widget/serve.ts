import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { signVisitor } from './sign-visitor.ts';

// A third-party site with the shop's chat in its page: node examples/widget/serve.ts

const shop = process.env.EMBARKA_ORIGIN ?? 'http://localhost:3000';
const port = Number(process.env.PORT ?? 4000);
const site = process.env.SITE_ORIGIN ?? `http://127.0.0.1:${port}`;
/** Without the secret, visitors stay anonymous. */
const secret = process.env.WIDGET_SECRET;
/** As shown in the shop under API. */
const integrity = process.env.WIDGET_INTEGRITY ?? '';

/** The chat only needs the shop's script and frame, even with a strict policy. */
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
  // Your own sign-in identifies the visitor; in this example the address does: /?visitor=4711
  const id = searchParams.get('visitor');
  const email = `${id ?? randomUUID()}@customers.example`;
  const identity =
    id !== null && /^\w{1,40}$/.test(id) && secret !== undefined
      ? signVisitor({ id, email, name: `Customer ${id}` }, { site, shop, secret })
      : '';
  response
    .setHeader('Content-Type', 'text/html; charset=utf-8')
    .setHeader('Content-Security-Policy', POLICY)
    // The page contains a visitor's token.
    .setHeader('Cache-Control', 'no-store')
    .end(
      page
        .replaceAll('{shop}', shop)
        .replace('{integrity}', integrity)
        .replace('{identity}', identity),
    );
}).listen(port, () => console.log(`The page is at ${site}, the shop at ${shop}`));
