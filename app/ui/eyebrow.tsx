export function Eyebrow({ children }: { children: React.ReactNode }) {
  return (
    <p className="flex items-center gap-2.5 text-sm font-semibold text-ink-2">
      <span aria-hidden="true" className="size-3.5 rounded-se-[14px] bg-primary" />
      {children}
    </p>
  );
}
