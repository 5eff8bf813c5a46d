import type { CSSOptions } from 'vite';

/** What the drawings count in: px where the browser's own type is as large as nearly everybody's. */
const PX_OF_REM = 16;

/** Thinner than this it is a line or a hair, and stays as thin. */
const LINE_PX = 3;

/** A length, not what ends as one does: `e38px` of a number, `--gap-4px`, `text-[15px]`. */
const LENGTH = /(?<![\w.#[-])(-?(?:\d+\.?\d*|\.\d+))px\b/g;

const QUOTED = /"[^"]*"|'[^']*'|url\([^)]*\)/;

type Plugins = Exclude<NonNullable<CSSOptions['postcss']>, string>['plugins'];

/**
 * Sources say px, as drawings do; what is built says rem, widths of the window included. So a page for
 * somebody who has set a larger type in their browser is the page of a window that is as much smaller:
 * type, spaces and places grow together, and nothing bursts. `html` in app.css keeps it from growing
 * beyond the narrowest window that pages are made for.
 */
export function lengthsByType(): NonNullable<Plugins> {
  return [
    {
      postcssPlugin: 'lengths-by-type',
      OnceExit(root) {
        root.walkDecls((declaration) => {
          declaration.value = inRem(declaration.value);
        });
        root.walkAtRules(/^(media|container|supports)$/, (rule) => {
          rule.params = inRem(rule.params);
        });
      },
    },
  ];
}

export function inRem(css: string): string {
  if (!css.includes('px')) return css;
  // The odd pieces are what was quoted.
  const pieces = css.split(new RegExp(`(${QUOTED.source})`));
  return pieces.map((piece, at) => (at % 2 === 1 ? piece : convert(piece))).join('');
}

function convert(css: string): string {
  return css.replaceAll(LENGTH, (length, px: string) =>
    Math.abs(Number(px)) < LINE_PX ? length : `${Number(px) / PX_OF_REM}rem`,
  );
}
