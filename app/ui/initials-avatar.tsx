const COLOURS = [
  'bg-[#ffd9dd]',
  'bg-[#ffc43d]',
  'bg-[#bce9de]',
  'bg-[#c9d2ff]',
  'bg-[#ffb68c]',
  'bg-[#cfe6d4]',
  'bg-[#b9cbe8]',
];

/**
 * Initials on a colour that stays with the name, for visitors with the sail's corner. Decorative:
 * the name stands beside it.
 */
export function Avatar({ name, isSmall = false }: { name: string; isSmall?: boolean }) {
  const isVisitor = name.includes('@');
  const initials = isVisitor
    ? name.slice(0, 1)
    : name
        .split(/\s+/)
        .map((word) => word.slice(0, 1))
        .slice(0, 2)
        .join('');
  const sum = Array.from(name).reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return (
    <span
      aria-hidden="true"
      className={`grid shrink-0 place-items-center rounded-[50%] font-[650] text-night uppercase ${isSmall ? 'size-10' : 'size-11'} ${isVisitor ? 'rounded-tl-[30%]' : ''} ${COLOURS[sum % COLOURS.length]}`}
    >
      {initials}
    </span>
  );
}
