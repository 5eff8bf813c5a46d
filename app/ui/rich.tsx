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
  const tags = new RegExp(`<(${Object.keys(parts).join('|')})(?:/>|>(.*?)</\\1>)`, 'gs');
  const nodes: ReactNode[] = [];
  let end = 0;
  for (const { 0: tag, 1: name = '', 2: inner, index } of text.matchAll(tags)) {
    const part = parts[name];
    nodes.push(
      text.slice(end, index),
      <Fragment key={index}>
        {inner && isValidElement(part) ? cloneElement(part, undefined, inner) : part}
      </Fragment>,
    );
    end = index + tag.length;
  }
  return [...nodes, text.slice(end)];
}
