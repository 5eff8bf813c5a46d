const COLOURS = ['#ffd9dd', '#ffc43d', '#bce9de', '#c9d2ff', '#ffb68c', '#cfe6d4', '#b9cbe8'];

/**
 * Initials on a colour that stays with the name, for visitors with the sail's corner. Decorative:
 * the name stands beside it.
 */
export function Avatar({ name, size = 44 }: { name: string; size?: number }) {
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
      className={`grid shrink-0 place-items-center rounded-[50%] font-[650] text-night uppercase ${isVisitor ? 'rounded-tl-[30%]' : ''}`}
      style={{ width: size, height: size, background: COLOURS[sum % COLOURS.length] }}
    >
      {initials}
    </span>
  );
}
