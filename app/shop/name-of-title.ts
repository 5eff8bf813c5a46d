import anyAscii from 'any-ascii';
import { foldText } from '../platform/fold-text.ts';

/** For example, 'Niñez & vejez' becomes 'ninez-vejez'. Returns '' for a title without letters. */
export function nameOfTitle(title: string, most: number): string {
  return inAscii(title)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[^a-z]+|(?<!-)-+$/g, '')
    .slice(0, most);
}

/** The letters of every script become a to z: 'Łódź', 'Логотип' and '标志' become 'lodz', 'logotip' and 'biaozhi'. */
export function inAscii(title: string): string {
  return foldText(title).replaceAll(/[\p{L}\p{M}\p{N}]+/gu, (letters) =>
    anyAscii(letters)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, ''),
  );
}
