import type { FieldChange } from '../protocol/describe-change.ts';

export function FieldChanges({ fields }: { readonly fields: readonly FieldChange[] }) {
  return (
    <dl className="mt-1 grid gap-1 text-[15px]">
      {fields.map(({ label, before, after }) => (
        <div key={label} className="flex flex-wrap gap-x-2">
          <dt className="text-ink-2">{label}:</dt>
          <dd className="min-w-0 whitespace-pre-line [overflow-wrap:anywhere]">
            {before !== undefined && (
              <>
                <del dir="auto" className="text-ink-2">
                  {before}
                </del>{' '}
                <span aria-hidden="true" className="text-ink-3">
                  →
                </span>{' '}
              </>
            )}
            <ins dir="auto" className="no-underline">
              {after}
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
