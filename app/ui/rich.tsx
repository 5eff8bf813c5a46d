import { Fragment, type ReactNode } from 'react';

type Part = ReactNode | ((text: string) => ReactNode);

interface RichProps {
  /** A translated sentence with tags. */
  readonly text: string;
  /** `<time/>` becomes the part of this name, and a function gets the text of `<link>…</link>`. */
  readonly parts: Readonly<Record<string, Part>>;
}

const TAG = /<(\w+)(?:\/>|>(.*?)<\/\1>)/gs;

/**
 * Shows a sentence with elements inside, so that a translation decides where they stand. Pass a text that somebody
 * typed as a part, not as a value of the message: a part is never searched for tags.
 */
export function Rich({ text, parts }: RichProps) {
  const nodes: ReactNode[] = [];
  let end = 0;
  for (const { 0: tag, 1: name = '', 2: inner = '', index } of text.matchAll(TAG)) {
    if (!Object.hasOwn(parts, name)) continue;
    const part = parts[name];
    nodes.push(
      text.slice(end, index),
      <Fragment key={index}>{typeof part === 'function' ? part(inner) : part}</Fragment>,
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
