/**
 * The baseline of the dashboard: Node, the same database, one plain query for fifty rows or
 * messages, and a page that shows them and receives new messages.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

type Row = Readonly<Record<string, unknown>>;

interface Plain {
  read(query: string, given?: readonly unknown[]): Promise<{ rows: Row[] }>;
  close(): Promise<void>;
}

const { DATA_DIR = '', DATABASE_URL, PORT } = process.env;
const LIST = `select v.id, v.email, v.state, v.waiting_since, v.updated_at from visitors v
  where v.state in ('waiting', 'open') and v.agent_id = (select id from profiles limit 1)
  order by v.updated_at desc, v.id desc limit 50`;
/** The list of another view, with the text that identifies the thread. */
const OTHER_LIST = `select v.email, v.conversation_id,
    (select m.message from visitor_messages m
      where m.conversation_id = v.conversation_id order by m.number desc limit 1) as said
  from visitors v where v.state = $1 and v.agent_id = (select id from profiles limit 1)
  order by v.updated_at desc, v.id desc limit 50`;
const THREAD = `select number, message from visitor_messages where conversation_id = $1
  order by number desc limit 50`;
const SAY = `insert into visitor_messages
    (conversation_id, number, client_id, visitor_email, message, is_agent, created_at)
  select conversation_id, $3, gen_random_uuid(), email, $2, false, now()
  from visitors where email = $1`;

const database = DATABASE_URL ? onPostgres(DATABASE_URL) : await embedded();
/** Above all existing numbers: a single process needs no lock for numbering. */
let lastNumber = 1_000_000;
const listeners = new Set<ServerResponse>();
const http = createServer((request, response) => void answer(request, response));
http.listen(Number(PORT), '127.0.0.1', () => console.log('ready'));
process.once('SIGTERM', () => void database.close().then(() => process.exit()));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
  if (pathname === '/list.json') {
    const { rows } = await database.read(LIST);
    response.end(JSON.stringify(rows));
  } else if (pathname === '/other.json') {
    const { rows } = await database.read(OTHER_LIST, [searchParams.get('state')]);
    response.end(JSON.stringify(rows));
  } else if (pathname === '/thread.json') {
    const { rows } = await database.read(THREAD, [searchParams.get('id')]);
    response.end(JSON.stringify(rows));
  } else if (pathname === '/say') {
    const said = JSON.parse(await text(request)) as { email: string; text: string };
    await database.read(SAY, [said.email, said.text, ++lastNumber]);
    response.end('{}');
    for (const listener of listeners) listener.write(`data: ${JSON.stringify(said)}\n\n`);
  } else if (pathname === '/live') {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
    listeners.add(response);
    response.on('close', () => listeners.delete(response));
  } else {
    const { rows } = await database.read(LIST);
    const items = rows.map(({ email }) => `<li>${String(email)}</li>`).join('');
    response.setHeader('Content-Type', 'text/html');
    response.end(PAGE.replace('ITEMS', items));
  }
}

/** Contains the elements by which the benchmark finds parts of the dashboard, and nothing else. */
const PAGE = `<!doctype html><title>List</title>
<nav aria-label="Views"><a href="#">Open</a> <a href="#">Snoozed</a></nav>
<aside><ul role="list">ITEMS</ul></aside><div role="log"></div>
<script type="module">
  const list = document.querySelector('ul');
  const log = document.querySelector('[role=log]');
  const read = async (address) => (await fetch(address)).json();
  const open = async (button) => {
    list.querySelector('[aria-current]')?.removeAttribute('aria-current');
    button.setAttribute('aria-current', 'true');
    log.replaceChildren();
    const messages = await read('/thread.json?id=' + button.dataset.id);
    log.replaceChildren(...messages.reverse().map(({ message }) =>
      Object.assign(document.createElement('p'), { textContent: message })));
    for (const line of log.children) line.dataset.testid = 'message';
  };
  const show = async (state) => {
    list.replaceChildren();
    const rows = await read('/other.json?state=' + state);
    list.replaceChildren(...rows.map(({ email, conversation_id: id, said }) => {
      const item = document.createElement('li');
      const button = document.createElement('button');
      item.setAttribute('role', 'listitem');
      button.textContent = email + ' ' + said;
      button.dataset.id = id;
      button.onclick = () => open(button);
      item.append(button);
      return item;
    }));
  };
  for (const link of document.querySelectorAll('a')) {
    link.onclick = () => void show(link.textContent.toLowerCase());
  }
  document.addEventListener('keydown', ({ key }) => {
    const at = list.querySelector('[aria-current]')?.parentElement;
    const next = !at ? list.firstElementChild : key === 'j' ? at.nextElementSibling : at.previousElementSibling;
    void open(next.firstElementChild);
  });
  new EventSource('/live').onmessage = ({ data }) => {
    const { email, text } = JSON.parse(data);
    const item = [...list.children].find(({ textContent }) => textContent.includes(email));
    item.firstElementChild.textContent = email + ' ' + text;
    list.prepend(item);
  };
</script>`;

function onPostgres(connectionString: string): Plain {
  const pool = new pg.Pool({ connectionString });
  return {
    read: (query, given = []) => pool.query<Row>(query, [...given]),
    close: () => pool.end(),
  };
}

async function embedded(): Promise<Plain> {
  const lite = await PGlite.create(join(DATA_DIR, 'db'));
  return {
    read: (query, given = []) => lite.query<Row>(query, [...given]),
    close: () => lite.close(),
  };
}
