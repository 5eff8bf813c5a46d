import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, type FrameLocator, type Page } from '@playwright/test';
import { WIDGET_SCRIPT } from '../../app/chat/embed/widget-script.ts';

/** Pages of other people that show the chat, each with something that has broken a widget somewhere. */
export const HOST_PAGES = join(import.meta.dirname, '../e2e/host-pages');

const HEADER = /<!-- header ([\w-]+): (.*?) -->\n/g;

/** A site of somebody else at 127.0.0.1, which is another site than the shop's localhost. */
export class HostSite {
  readonly #server: Server;
  readonly #pages = new Map<string, string>();
  shop = '';

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<HostSite> {
    const server = createServer();
    const site = new HostSite(server);
    server.on('request', (request, response) => {
      const path = new URL(request.url ?? '/', 'http://site').pathname.slice(1);
      const page = site.read(path);
      if (page === undefined) return response.writeHead(404).end();
      for (const [, name = '', value = ''] of page.matchAll(HEADER))
        response.setHeader(name, value);
      response.setHeader(
        'Content-Type',
        path.endsWith('.xhtml') ? 'application/xhtml+xml' : 'text/html; charset=utf-8',
      );
      return response.end(page.replaceAll(HEADER, ''));
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    return site;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Adds a page that is no file. */
  put(path: string, page: string): void {
    this.#pages.set(path, page);
  }

  read(path: string): string | undefined {
    const text = this.#pages.get(path) ?? readPage(path);
    return text
      ?.replaceAll('{widget}', `<script src="${this.shop}${WIDGET_SCRIPT}" async></script>`)
      .replaceAll('{file}', WIDGET_SCRIPT)
      .replaceAll('{shop}', this.shop);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }
}

function readPage(path: string): string | undefined {
  if (!/^[\w-]+\.x?html$/.test(path)) return undefined;
  try {
    return readFileSync(join(HOST_PAGES, path), 'utf8');
  } catch {
    return undefined;
  }
}

export const launcherOf = (page: Page) =>
  page.getByRole('button', { name: /^(Open chat|Abrir chat|Chat öffnen|فتح نافذة المحادثة)/ });
export const frameOf = (page: Page): FrameLocator => page.frameLocator('embarka-chat iframe');

/** An admin says which sites may show the chat. */
export async function listSites(admin: Page, origins: string): Promise<void> {
  const field = admin.getByRole('textbox', { name: 'Sites that can show the chat', exact: true });
  await field.fill(origins);
  await admin.getByRole('button', { name: 'Save changes' }).click();
  await expect(admin.getByRole('status').getByText('Sites that can show the chat')).toBeVisible();
}
