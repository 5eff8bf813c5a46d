const COLOURS = [
  'bg-[#ffd9dd]',
  'bg-[#bce9de]',
  'bg-[#c9d2ff]',
  'bg-[#ffe3a6]',
  'bg-[#ffc9a8]',
  'bg-[#cfe6d4]',
  'bg-[#b9cbe8]',
];

/** An initial on a colour that stays with the name. Decorative: the name stands beside it. */
export function Avatar({ name }: { name: string }) {
  // Not indexed: the first letter may be longer than one UTF-16 unit.
  const letters = Array.from(name.trim());
  const sum = letters.reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return (
    <span
      aria-hidden="true"
      className={`grid size-11 shrink-0 place-items-center rounded-full text-[15px] font-[650] text-night uppercase ${COLOURS[sum % COLOURS.length]}`}
    >
      {letters[0]}
    </span>
  );
}
