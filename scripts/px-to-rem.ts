import type { CSSOptions } from 'vite';

/** 1 rem in px at the default font size of browsers. */
const PX_OF_REM = 16;

/** Thinner lengths are lines and stay in px. */
const LINE_PX = 3;

/**
 * Matches a length, but not text that ends like one: `e38px` of a number, `--gap-4px`,
 * `text-[15px]`.
 */
const LENGTH = /(?<![\w.#[-])(-?(?:\d+\.?\d*|\.\d+))px\b/g;

const QUOTED = /"[^"]*"|'[^']*'|url\([^)]*\)/;

type Plugins = Exclude<NonNullable<CSSOptions['postcss']>, string>['plugins'];

/**
 * Converts px in the sources to rem in the build, including media queries, so that a larger font
 * size in the browser acts like a smaller window: everything grows together. `html` in app.css
 * limits the growth at the narrowest supported window.
 */
export function pxToRem(): NonNullable<Plugins> {
  return [
    {
      postcssPlugin: 'px-to-rem',
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
  // Odd indices are quoted strings.
  const pieces = css.split(new RegExp(`(${QUOTED.source})`));
  return pieces.map((part, at) => (at % 2 === 1 ? part : convert(part))).join('');
}

function convert(css: string): string {
  return css.replaceAll(LENGTH, (length, px: string) =>
    Math.abs(Number(px)) < LINE_PX ? length : `${Number(px) / PX_OF_REM}rem`,
  );
}
