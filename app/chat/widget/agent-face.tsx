interface AgentFaceProps {
  readonly name: string;
  readonly isLarge?: boolean;
}

export function AgentFace({ name, isLarge = false }: AgentFaceProps) {
  const size = isLarge ? 'size-[42px] text-[17px]' : 'size-7 text-[13px]';
  return (
    <span
      aria-hidden="true"
      className={`grid shrink-0 place-items-center rounded-full border border-transparent bg-[#ffb7c6] font-bold text-[#7b1e4e] ${size}`}
    >
      {Array.from(name.trim())[0]?.toUpperCase() ?? ''}
    </span>
  );
}
