import { t } from '../../../i18n/translate.ts';
import { micromark, type Options } from 'micromark';

/**
 * The options disable HTML, images and indented code, which appear as plain text. The parser escapes everything
 * else. `OPENS` checks the links.
 */
const OPTIONS: Options = {
  allowDangerousProtocol: true,
  extensions: [{ disable: { null: ['htmlFlow', 'htmlText', 'labelStartImage', 'codeIndented'] } }],
};

const LINK = /<a href="([^"]*)"/g;

const OPENS = /^(?:https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/i;

/** The parser's time grows with the square of the number of these marks. No genuine text has so many. */
const MARKS_AT_MOST = 1000;
const DEEP = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))){6}/m;

/** Returns an error message, or undefined for a valid text. */
export function checkMarkdown(text: string): string | undefined {
  if ((text.match(/[*_]/g)?.length ?? 0) > MARKS_AT_MOST) {
    return t('There are more than {marksAtMost} of * and _ in this text. Please take some out.', {
      marksAtMost: MARKS_AT_MOST,
    });
  }
  if (DEEP.test(text))
    return t('Lists and quotations are nested too deeply. Please take some “>” or “-” out.');
  if (/!\[[^[\]]*\]\(/.test(text))
    return t('Pictures cannot stand in a text. Please take ![…](…) out.');
  const wrong = [...micromark(text, OPTIONS).matchAll(LINK)].find(([, to = '']) => !OPENS.test(to));
  return wrong
    ? t(
        'A link can lead to https:, http:, mailto:, tel:, or to a page of the shop such as /services. Please change “{decode}”.',
        { decode: decode(wrong[1] ?? '') },
      )
    : undefined;
}

/** Renders HTML whose headings begin at `level`. A link with a target that is not allowed gets no `href`. */
export function renderMarkdown(text: string, level: number): string {
  const html = micromark(text, OPTIONS).replaceAll(LINK, (_, to: string) =>
    OPENS.test(to) ? `<a class="link" href="${to}"` : '<a',
  );
  const levels = [...html.matchAll(/<h([1-6])>/g)].map(([, found]) => Number(found));
  const shift = level - Math.min(...levels);
  return html.replaceAll(
    /<(\/?)h([1-6])>/g,
    (_, slash: string, found: string) => `<${slash}h${Math.min(6, Number(found) + shift)}>`,
  );
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Reverses the escaping that the parser applies to addresses. */
function decode(text: string): string {
  return text.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&quot;', '"');
}
