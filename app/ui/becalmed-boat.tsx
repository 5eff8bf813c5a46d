import { MarkShapes } from './mark.tsx';

export function BecalmedBoat() {
  return (
    <svg
      viewBox="0 0 112 84"
      className="mx-auto h-[84px] w-[112px]"
      aria-hidden="true"
      focusable="false"
    >
      <circle cx="56" cy="50" r="34" fill="var(--sunken)" />
      <g transform="translate(14 0) scale(2.6)">
        <MarkShapes />
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
