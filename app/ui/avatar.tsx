const COLOURS = [
  'bg-[#ffd9dd]',
  'bg-[#ffc43d]',
  'bg-[#bce9de]',
  'bg-[#c9d2ff]',
  'bg-[#ffb68c]',
  'bg-[#cfe6d4]',
  'bg-[#b9cbe8]',
];

const SIZES = { large: 'size-11', small: 'size-9 text-[14px]' } as const;

/** Shows initials in a colour derived from the name. The avatar is decorative: the name is always beside it. */
export function Avatar({ name, size = 'large' }: { name: string; size?: keyof typeof SIZES }) {
  // Indexing would cut a first letter that takes two UTF-16 units.
  const initials = name
    .trim()
    .split(/\s+/, 2)
    .map((word) => Array.from(word)[0]);
  const sum = Array.from(name).reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return (
    <span
      aria-hidden="true"
      className={`grid shrink-0 place-items-center rounded-[50%] font-[650] text-night uppercase ${SIZES[size]} ${name.includes('@') ? 'rounded-ss-[30%]' : ''} ${COLOURS[sum % COLOURS.length]}`}
    >
      {initials.join('')}
    </span>
  );
}
