import { Link } from 'react-router';
import { Notice } from '../../ui/form/notice.tsx';

interface DeadLinkProps {
  readonly text: string;
  readonly to: string;
  readonly action: string;
}

export function DeadLink({ text, to, action }: DeadLinkProps) {
  return (
    <div className="mt-8 grid gap-6">
      <Notice kind="error">{text}</Notice>
      <Link to={to} className="button button-primary">
        {action}
      </Link>
    </div>
  );
}
