/** The block is focusable, so that the keyboard can scroll long lines. */
export function CodeBlock({ label, code }: { readonly label: string; readonly code: string }) {
  return (
    <div className="mt-3">
      <p className="mb-1.5 text-[13.5px] font-semibold text-ink-3">{label}</p>
      <pre
        tabIndex={0}
        role="region"
        aria-label={label}
        className="max-h-[460px] overflow-auto rounded-field bg-sunken px-4 py-3.5 font-mono text-[13.5px] leading-[1.55] text-ink ring-1 ring-line"
      >
        {code}
      </pre>
    </div>
  );
}
