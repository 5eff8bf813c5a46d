import { Link } from 'react-router';
import type { FileView } from '../../../chat/protocol/files.ts';
import { t } from '../../../i18n/translate.ts';
import { Chip } from '../../../ui/chip.tsx';
import { Rich } from '../../../ui/rich.tsx';
import {
  formatPosition,
  proofKindOf,
  type OrderProofs,
  type RequestedComment,
} from '../../protocol/proof.ts';
import { OrderSection } from '../order-section.tsx';

interface ProofLinkProps {
  readonly file: FileView;
  /** The path of the order's page. */
  readonly basePath: string;
  readonly proofs: OrderProofs;
}

/** Leads from a delivered file to its comments. */
export function ProofLink({ file, basePath, proofs }: ProofLinkProps) {
  if (proofKindOf(file) === undefined) return null;
  const { open = 0, all = 0 } = proofs.counts[file.id] ?? {};
  return (
    <Link to={`${basePath}/proof/${file.id}`} className="link inline-block py-2.5">
      <Rich
        text={
          all === 0
            ? t('Comment on <name/>')
            : open === 0
              ? t('Comments on <name/>: all resolved')
              : t('Comments on <name/>: {count} open', { count: open })
        }
        parts={{ name: <bdi>{file.name}</bdi> }}
      />
    </Link>
  );
}

interface RequestedCommentsProps {
  readonly comments: readonly RequestedComment[];
  readonly basePath: string;
}

/** The comments of the revision that is being worked on, for both sides (rule 303). */
export function RequestedComments({ comments, basePath }: RequestedCommentsProps) {
  if (comments.length === 0) return null;
  const done = comments.filter(({ isResolved }) => isResolved).length;
  return (
    <OrderSection id="requested-comments" title={t('Comments in the revision request')}>
      <p className="mt-1 text-ink-2">
        {t('{done} of {count} resolved', { done, count: comments.length })}
      </p>
      <ul className="mt-3 border-y border-line">
        {comments.map(({ id, number, fileId, fileName, position, text, isResolved }) => (
          <li key={id} className="border-line py-3 not-first:border-t">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[15px]">
              <Link to={`${basePath}/proof/${fileId}#comment-${number}`} className="link">
                <Rich
                  text={t('Comment {number} on <name/>', { number })}
                  parts={{ name: <bdi>{fileName}</bdi> }}
                />
              </Link>
              <span className="text-ink-2">{formatPosition(position)}</span>
              {isResolved && <Chip tone="success">{t('Comment resolved')}</Chip>}
            </p>
            <p dir="auto" className="mt-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
              {text}
            </p>
          </li>
        ))}
      </ul>
    </OrderSection>
  );
}
