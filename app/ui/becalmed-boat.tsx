/** A boat without wind: the picture of whatever is empty or could not be shown. */
export function BecalmedBoat() {
  return (
    <svg width="112" height="84" viewBox="0 0 112 84" aria-hidden="true" focusable="false">
      <circle cx="56" cy="50" r="34" fill="var(--sunken)" />
      <g transform="translate(14 0) scale(2.6)">
        <path d="M17 2.5C24 8 28.5 14.5 29.5 21H17Z" fill="var(--primary)" />
        <path d="M14.5 7C9 11 5.5 16 4 21H14.5Z" fill="var(--sun)" />
        <path d="M2.5 24H30C28 28.2 24.5 30 20.5 30H11C7 30 4 27.8 2.5 24Z" fill="var(--ink)" />
      </g>
      <path
        d="M14 76q5.2-7 10.4 0t10.4 0 10.4 0 10.4 0 10.4 0 10.4 0 10.4 0 10.4 0"
        fill="none"
        stroke="var(--primary)"
        strokeWidth="4"
        strokeLinecap="round"
      />
    </svg>
  );
}
