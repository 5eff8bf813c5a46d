const PARTS = /(`[^`]+`|\[[^[\]]+\]\([^)[]+\)|\*[^*]+\*)/;

/** Renders a subset of Markdown: `code`, *emphasis* and links. */
export function Marked({ text }: { readonly text: string }) {
  return text.split(PARTS).map((part, index) => {
    const inside = part.slice(1, -1);
    if (index % 2 === 0) return part;
    // The index is a stable key, because the parts never move.
    /* oxlint-disable react/no-array-index-key */
    if (part.startsWith('`')) return <code key={index}>{inside}</code>;
    if (part.startsWith('*')) return <em key={index}>{inside}</em>;
    const [name = '', href = ''] = inside.split('](');
    return (
      <a key={index} href={href} className="link">
        {name}
      </a>
    );
    /* oxlint-enable react/no-array-index-key */
  });
}
