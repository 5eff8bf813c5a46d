/** The boat without wind that stands above everything that is empty or lost. */
export function BecalmedBoat({ className = '' }: { className?: string }) {
  return (
    <svg className={className} width={112} height={84} viewBox="0 0 112 84" aria-hidden="true">
      <circle cx="56" cy="50" r="34" className="fill-sunken" />
      <g transform="translate(13 0) scale(2.6)">
        <path d="M17 2.5C24 8 28.5 14.5 29.5 21H17Z" className="fill-primary" />
        <path d="M14.5 7C9 11 5.5 16 4 21H14.5Z" className="fill-sun" />
        <path d="M2.5 24H30C28 28.2 24.5 30 20.5 30H11C7 30 4 27.8 2.5 24Z" className="fill-ink" />
      </g>
      <path
        d="M14 76q5.2-7 10.4 0t10.4 0 10.4 0 10.4 0 10.4 0 10.4 0 10.4 0 10.4 0"
        className="fill-none stroke-primary"
        strokeWidth="4"
        strokeLinecap="round"
      />
    </svg>
  );
}
