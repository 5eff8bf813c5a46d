import { Icon } from '../../ui/icon.tsx';

export function FieldProblem({ id, children }: { id: string; children: string }) {
  return (
    <p
      id={id}
      role="alert"
      className="mt-2 flex gap-1.5 text-[13.5px] leading-[1.4] font-semibold text-error"
    >
      <Icon name="warning-circle-fill" size={16} className="mt-px" />
      {children}
    </p>
  );
}
