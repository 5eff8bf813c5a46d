/** The two sails of the brand. */
export function Mark({ size = 32, onDark = false }: { size?: number; onDark?: boolean }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <MarkShapes onDark={onDark} />
    </svg>
  );
}

/** The mark within another drawing, 32 by 32. */
export function MarkShapes({ onDark = false }: { onDark?: boolean }) {
  return (
    <>
      <path d="M17 2.5C24 8 28.5 14.5 29.5 21H17Z" fill={onDark ? '#93a4ff' : 'var(--primary)'} />
      <path d="M14.5 7C9 11 5.5 16 4 21H14.5Z" fill="var(--sun)" />
      <path
        d="M2.5 24H30C28 28.2 24.5 30 20.5 30H11C7 30 4 27.8 2.5 24Z"
        fill={onDark ? '#f4f2eb' : 'var(--ink)'}
      />
    </>
  );
}
