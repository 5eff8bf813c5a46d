/** What the tests ask of an SVG text, without a browser. */

/** Tags are closed in order and attributes are quoted once. */
export function wellFormed(svg: string): boolean {
  const open: string[] = [];
  const rest = svg.replaceAll(
    /<(\/?)([a-zA-Z]+)((?: [a-zA-Z:-]+="[^"<&]*")*)(\/?)>/g,
    (_, closing: string, name: string, attributes: string, empty: string) => {
      const names = [...attributes.matchAll(/ ([a-zA-Z:-]+)=/g)].map((match) => match[1]);
      if (new Set(names).size !== names.length) return '<';
      if (closing !== '') return open.pop() === name ? '' : '<';
      if (empty === '') open.push(name);
      return '';
    },
  );
  return open.length === 0 && !/[<>]/.test(rest);
}

export function idsOf(svg: string): string[] {
  return [...svg.matchAll(/ id="([^"]+)"/g)].map((match) => match[1] ?? '');
}

/** References to ids the drawing does not define. */
export function looseReferences(svg: string): string[] {
  const ids = new Set(idsOf(svg));
  const used = [...svg.matchAll(/url\(#([^)]+)\)|href="#([^"]+)"/g)];
  return used.map((match) => match[1] ?? match[2] ?? '').filter((id) => !ids.has(id));
}
