import { cloneElement, Fragment, isValidElement, type ReactNode } from 'react';

interface RichProps {
  /** A translated sentence with tags. */
  readonly text: string;
  /** `<time/>` becomes the part of this name, and the element of `<link>…</link>` gets the text between. */
  readonly parts: Readonly<Record<string, ReactNode>>;
}

// No tag is searched beyond the next one, so that a long text takes time in proportion to its length.
const TAG = /<(\w{1,20})(?:\/>|>([^<]*)<\/\1>)/g;

/**
 * Shows a sentence with elements inside, so that a translation decides where they stand. Pass a text that somebody
 * typed as a part, not as a value of the message: a part is never searched for tags.
 */
export function Rich({ text, parts }: RichProps) {
  const nodes: ReactNode[] = [];
  let end = 0;
  for (const { 0: tag, 1: name = '', 2: inner, index } of text.matchAll(TAG)) {
    if (!Object.hasOwn(parts, name)) continue;
    const part = parts[name];
    nodes.push(
      text.slice(end, index),
      <Fragment key={index}>
        {inner !== undefined && isValidElement(part) ? cloneElement(part, undefined, inner) : part}
      </Fragment>,
    );
    end = index + tag.length;
  }
  return (
    <>
      {nodes}
      {text.slice(end)}
    </>
  );
}
