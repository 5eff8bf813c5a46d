import { say } from '../../platform/say.ts';
import { Link } from 'react-router';
import { Notice } from '../../ui/form/notice.tsx';

interface NotSignedInProps {
  readonly message: string;
  readonly back: string;
}

export function NotSignedIn({ message, back }: NotSignedInProps) {
  return (
    <div className="mt-8 grid justify-items-start gap-6">
      <Notice kind="error">{message}</Notice>
      <Link to={back} className="button button-line">
        {say('Back to the login')}
      </Link>
    </div>
  );
}
