import { cloneElement, type ReactElement, type ReactNode } from 'react';

interface RichProps {
  /** A translated sentence. Elements are written as in 'Back to <link>{title}</link>'. */
  readonly text: string;
  /** Their contents come from the sentence. What a stranger typed is better the content of an element: '<name></name>'. */
  readonly parts: Readonly<Record<string, ReactElement>>;
}

/** Renders elements inside a whole sentence, so that each language chooses their order. */
export function Rich({ text, parts }: RichProps): ReactNode {
  const tokens = text.split(new RegExp(`<(${Object.keys(parts).join('|')})>(.*?)</\\1>`, 's'));
  return tokens.map((token, index) => {
    const part = index % 3 === 1 && parts[token];
    if (!part) return index % 3 ? '' : token;
    const inner = tokens[index + 1];
    return inner ? cloneElement(part, { key: index }, inner) : cloneElement(part, { key: index });
  });
}
