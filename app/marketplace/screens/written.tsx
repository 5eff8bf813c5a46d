import { createElement, type ReactNode } from 'react';
import './written.css';

interface WrittenProps {
  /** Of `renderMarkdown` alone, which has escaped whatever was typed. */
  readonly html: string;
  readonly className: string;
}

/**
 * What the operator wrote in Markdown, as elements: pages refuse text that is made HTML in the browser
 * (Trusted Types), and nothing but what is named here can come of it.
 */
export function Written({ html, className }: WrittenProps) {
  return <div className={`written ${className}`}>{toElements(html)}</div>;
}

const TAGS: ReadonlySet<string> = new Set(
  'a blockquote br code dd div dl dt em h2 h3 h4 h5 h6 hr li ol p pre strong ul'.split(' '),
);
const EMPTY: ReadonlySet<string> = new Set(['br', 'hr']);
const TOKEN = /<(\/?)([a-z][a-z\d]*)((?![a-z\d])[^<>]*)>|[^<]+/g;

interface Open {
  readonly tag: string;
  readonly props: Readonly<Record<string, string>>;
  readonly children: ReactNode[];
}

function toElements(html: string): ReactNode[] {
  const root: Open = { tag: '', props: {}, children: [] };
  const open = [root];
  const into = () => open.at(-1)?.children ?? root.children;
  const add = ({ tag, props, children }: Open) => {
    into().push(createElement(tag, { ...props, key: into().length }, ...children));
  };
  for (const [token, slash, tag, attributes = ''] of html.matchAll(TOKEN)) {
    if (tag === undefined) {
      // Between blocks the parser ends lines.
      if (token.trim() !== '' || !token.includes('\n')) into().push(plain(token));
    } else if (slash === '/') {
      const closed = open.length > 1 ? open.pop() : undefined;
      if (closed) add(closed);
    } else {
      const made = { tag: TAGS.has(tag) ? tag : 'span', props: propsOf(attributes), children: [] };
      if (EMPTY.has(tag)) add(made);
      else open.push(made);
    }
  }
  return root.children;
}

function propsOf(attributes: string): Record<string, string> {
  const [, href] = /\shref="([^"]*)"/.exec(attributes) ?? [];
  const [, start] = /\sstart="(\d+)"/.exec(attributes) ?? [];
  return {
    ...(href !== undefined && { href: plain(href), className: 'link' }),
    ...(start !== undefined && { start }),
  };
}

const LETTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

function plain(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot);/g, (whole, name: string) => LETTERS[name] ?? whole);
}
