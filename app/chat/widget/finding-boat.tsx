/** The search illustration, shown until an agent answers. */
export function FindingBoat() {
  return (
    <svg viewBox="0 0 172 104" aria-hidden="true" className="mx-auto h-[104px] w-[172px]">
      <path d="M38 68a48 48 0 0 1 96 0Z" fill="var(--sun)" transform="translate(0 0)" />
      <g className="chat-boat-arrives">
        <g className="chat-boat">
          <path d="M89 2C110 19 126 40 131 62H89Z" fill="var(--primary)" />
          <path d="M83 14C68 27 56 44 51 62H83Z" fill="#ff6b4a" />
          <path d="M44 68H134C129 81 120 86 106 86H72C58 86 49 81 44 68Z" fill="var(--ink)" />
        </g>
      </g>
      <g fill="none" strokeWidth="4.5" strokeLinecap="round">
        <path
          d="M3 87q8-8 16.600 0t16.600 0t16.600 0t16.600 0t16.600 0t16.600 0t16.600 0t16.600 0t16.600 0t16.600 0"
          stroke="var(--primary)"
        />
        <path
          d="M40 100q8-8 16 0t16 0t16 0t16 0t16 0t16 0"
          stroke="var(--line-strong)"
          opacity=".5"
        />
      </g>
    </svg>
  );
}
