import { cloneElement, Fragment, isValidElement, type ReactNode } from 'react';

interface RichProps {
  /** A translated sentence. Elements are written as in 'Back to <link>{title}</link>' or 'Since <time/>'. */
  readonly text: string;
  /** An element gets the text between its tags; without a text the part stands for itself. */
  readonly parts: Readonly<Record<string, ReactNode>>;
}

/**
 * Renders elements inside a whole sentence, so that each language chooses their order. A text that somebody typed is
 * better the content of a part than a value of the message: a part is never searched for tags.
 */
export function Rich({ text, parts }: RichProps): ReactNode {
  const texts = text.split(/(<\/?\w+\/?>)/);
  const nodes: ReactNode[] = [];
  for (let at = 0; at < texts.length; at += 1) {
    const own = texts[at] ?? '';
    const name = own.slice(1).replace(/\/?>$/, '');
    const end = own.endsWith('/>') ? at : texts.indexOf(`</${name}>`, at);
    if (at % 2 === 0 || !Object.hasOwn(parts, name) || end < 0) {
      nodes.push(own);
      continue;
    }
    const part = parts[name];
    const inner = texts.slice(at + 1, end).join('');
    nodes.push(
      <Fragment key={at}>
        {inner && isValidElement(part) ? cloneElement(part, undefined, inner) : part}
      </Fragment>,
    );
    at = end;
  }
  return nodes;
}
