import type { ReactNode } from 'react';
import { Moment } from '../../ui/date-time.tsx';
import { titleOfMilestone, type OrderView } from '../protocol/order-view.ts';
import { getRefundReasonLabel } from '../protocol/refunds.ts';
import { t, msg, msgIn } from '../../i18n/translate.ts';
import { AnswerEdits } from './answers-form.tsx';
import { ProofLink } from './proof/order-proofs.tsx';
import type { OrderProofs } from '../protocol/proof.ts';
import { OrderInvoices } from './order-invoices.tsx';
import { OrderSection } from './order-section.tsx';
import { isPicture, formatFileSize, type FileView } from '../../chat/protocol/files.ts';
import { Icon } from '../../ui/icon.tsx';
import { Rich } from '../../ui/rich.tsx';

interface OrderFilesProps {
  /** The accessible name of the list, for example 'Files of this delivery'. */
  readonly label: string;
  readonly files: readonly FileView[];
  /** The path of the page. Files are served below it. */
  readonly basePath: string;
  /** Set for files that can be commented on. */
  readonly proofs?: OrderProofs;
  /** Returns the number of the newest delivery that replaces a file. */
  readonly newerThan?: (file: FileView) => number | undefined;
}

const WHO = {
  buyer: msg('Buyer'),
  agent: msg('Team'),
  manager: msg('Team'),
  provider: msg('Payment service'),
  house: msg('Automatically'),
} as const;

interface OrderHistoryProps {
  readonly order: OrderView;
  /** The path of the page. Files are served below it. */
  readonly basePath: string;
  readonly isDeliveryShown?: boolean;
  /** The team's forms for the invoices. */
  readonly invoiceActions?: ReactNode;
}

export function OrderHistory({
  order,
  basePath,
  isDeliveryShown = false,
  invoiceActions,
}: OrderHistoryProps) {
  return (
    <>
      {order.brief && <Brief order={order} answers={order.brief} basePath={basePath} />}
      {order.answersSoFar && (
        <Brief order={order} answers={order.answersSoFar} basePath={basePath} />
      )}
      {!isDeliveryShown && <Deliveries order={order} basePath={basePath} />}
      <AllFiles order={order} basePath={basePath} />
      {order.refund && <Refund order={order} refund={order.refund} basePath={basePath} />}
      <OrderInvoices order={order} basePath={basePath} actions={invoiceActions} />
      <Events order={order} />
    </>
  );
}

interface BriefProps extends OrderHistoryProps {
  readonly answers: readonly string[];
}

function Brief({
  order: { questions, brief, briefFiles, answerEdits },
  answers,
  basePath,
}: BriefProps) {
  return (
    <OrderSection id="order-brief" title={t('Brief')}>
      {brief === null && (
        <p className="mt-1 text-ink-2">{t('The buyer has not sent all answers yet.')}</p>
      )}
      <dl className="mt-3 grid gap-3">
        {questions.map((question, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- questions are never moved
          <div key={index}>
            <dt dir="auto" className="font-semibold [overflow-wrap:anywhere]">
              {question}
            </dt>
            <dd dir="auto" className="whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]">
              {answers[index] || '–'}
            </dd>
          </div>
        ))}
      </dl>
      <OrderFiles label={t('Files in the brief')} files={briefFiles} basePath={basePath} />
      <AnswerEdits edits={answerEdits} />
    </OrderSection>
  );
}

export function Deliveries({ order, basePath }: OrderHistoryProps) {
  const { deliveries } = order;
  if (deliveries.length === 0) return null;
  return (
    <OrderSection id="order-deliveries" title={t(msgIn('heading', 'Delivered'))}>
      <ul className="mt-3 grid gap-3">
        {deliveries.map(({ milestone, message, at, wasLate, files }, index) => (
          <li
            key={at}
            id={deliveryAnchor(index + 1)}
            className="scroll-mt-24 rounded-card bg-surface p-4 ring-1 ring-line"
          >
            <OfMilestone order={order} position={milestone} />
            <p className="text-[14px] text-ink-3">
              {t('Delivery {number}', { number: index + 1 })} · <Moment at={at} />
              {wasLate && ` · ${t('Late')}`}
            </p>
            <p dir="auto" className="mt-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
              {message}
            </p>
            <OrderFiles
              label={t('Files in delivery {number}', { number: index + 1 })}
              files={files}
              basePath={basePath}
              proofs={order.proofs}
              newerThan={(file) => newerDeliveryOf(deliveries, index, file.name)}
            />
          </li>
        ))}
      </ul>
    </OrderSection>
  );
}

/** All files by folder, as in the archive, if there are several. */
function AllFiles({ order, basePath }: OrderHistoryProps) {
  const { briefFiles, deliveries, refund } = order;
  const folders: readonly Folder[] = [
    { title: t('Brief'), files: briefFiles },
    ...deliveries.map((delivery, index) => ({
      title: t('Delivery {number}', { number: index + 1 }),
      files: delivery.files,
      newerThan: ({ name }: FileView) => newerDeliveryOf(deliveries, index, name),
    })),
    {
      title: t('Refund'),
      files: refund ? [...refund.files, ...refund.earlierFiles] : [],
    },
  ].filter(({ files }) => files.length > 0);
  const files = folders.flatMap((folder) => folder.files);
  if (files.length < 2) return null;
  return (
    <div className="mt-6">
      <details className="rounded-card bg-surface p-4 ring-1 ring-line">
        <summary className="cursor-pointer py-1 font-semibold">
          {t('All files: {count} ({size})', { count: files.length, size: sizeOfAll(files) })}
        </summary>
        {folders.map(({ title, files: inFolder, newerThan }) => (
          <section key={title} className="mt-4">
            <h3 className="text-[15px] font-semibold">
              <bdi>{title}</bdi>{' '}
              <span className="font-normal text-ink-2">{sizeOfAll(inFolder)}</span>
            </h3>
            <OrderFiles label={title} files={inFolder} basePath={basePath} newerThan={newerThan} />
          </section>
        ))}
      </details>
      <p className="mt-3">
        <a href={`${basePath}/archive`} download className="button button-line">
          {t('Download all files ({size})', { size: sizeOfAll(files) })}
        </a>
      </p>
    </div>
  );
}

interface Folder extends Pick<OrderFilesProps, 'files' | 'newerThan'> {
  readonly title: string;
}

function sizeOfAll(files: readonly FileView[]): string {
  return formatFileSize(files.reduce((sum, file) => sum + file.size, 0));
}

const deliveryAnchor = (number: number) => `delivery-${number}`;

/** Files of the same name in different deliveries are versions (rule 302). */
function newerDeliveryOf(
  deliveries: OrderView['deliveries'],
  index: number,
  name: string,
): number | undefined {
  const newest = deliveries.findLastIndex(({ files }) => files.some((file) => file.name === name));
  return newest > index ? newest + 1 : undefined;
}

function NewerVersion({ delivery }: { readonly delivery: number | undefined }) {
  if (delivery === undefined) return null;
  return (
    <p className="mt-1 text-[14px] text-ink-2">
      {t('Newer version:')}{' '}
      <a className="link" href={`#${deliveryAnchor(delivery)}`}>
        {t('Delivery {number}', { number: delivery })}
      </a>
    </p>
  );
}

const OUTCOMES = {
  refused: msg('refund refused'),
  part: msg('A partial refund was agreed.'),
  full: msg('A full refund was agreed.'),
} as const;

interface RefundProps extends Pick<OrderHistoryProps, 'order'> {
  readonly refund: NonNullable<OrderView['refund']>;
  readonly basePath: string;
}

function Refund({ order, refund, basePath }: RefundProps) {
  return (
    <OrderSection id="order-refund" title={t('Refund')}>
      <OfMilestone order={order} position={refund.milestone} />
      <p className="mt-3 font-semibold">{getRefundReasonLabel(refund.ground)}</p>
      {refund.explanation && (
        <p dir="auto" className="mt-1 whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]">
          {refund.explanation}
        </p>
      )}
      <OrderFiles label={t('Files in this request')} files={refund.files} basePath={basePath} />
      {refund.outcome && (
        <p className="mt-3 font-semibold first-letter:uppercase">{t(OUTCOMES[refund.outcome])}</p>
      )}
      {refund.reply && (
        <p dir="auto" className="mt-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
          {refund.reply}
        </p>
      )}
      <OrderFiles
        label={t('Files from earlier requests')}
        files={refund.earlierFiles}
        basePath={basePath}
      />
    </OrderSection>
  );
}

function Events({ order }: Pick<OrderHistoryProps, 'order'>) {
  return (
    <OrderSection id="order-history" title={t('History')}>
      <ol className="mt-3 grid gap-2.5">
        {order.events.map(({ number, milestone, event, at, actor, by, why }) => (
          <li key={number} className="flex flex-wrap gap-x-3 text-[15px]">
            <span className="w-7 text-ink-3 tabular-nums">{number}</span>
            <div className="min-w-0 flex-1 basis-60">
              <p>
                <span className="font-semibold">{event}</span>
                <span className="text-ink-2"> · {by ?? t(WHO[actor])}</span>
              </p>
              <OfMilestone order={order} position={milestone} />
              {why && (
                <p dir="auto" className="whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]">
                  {why}
                </p>
              )}
            </div>
            <span className="text-[14px] text-ink-3 first-letter:uppercase max-md:basis-full max-md:ps-10">
              <Moment at={at} />
            </span>
          </li>
        ))}
      </ol>
    </OrderSection>
  );
}

interface OfMilestoneProps extends Pick<OrderHistoryProps, 'order'> {
  readonly position: number | null;
}

function OfMilestone({ order, position }: OfMilestoneProps) {
  const title = titleOfMilestone(order, position);
  if (title === undefined) return null;
  return (
    <p className="text-[15px] text-ink-2 [overflow-wrap:anywhere]">
      <Rich text={t('Milestone: <name>{title}</name>', { title })} parts={{ name: <bdi /> }} />
    </p>
  );
}

export function OrderFiles({ label, files, basePath, proofs, newerThan }: OrderFilesProps) {
  if (files.length === 0) return null;
  return (
    <ul aria-label={label} className="mt-3 grid gap-2">
      {files.map((file) => (
        <li key={file.id}>
          <OrderFile file={file} path={`${basePath}/files/${file.id}`} />
          <NewerVersion delivery={newerThan?.(file)} />
          {proofs && <ProofLink file={file} basePath={basePath} proofs={proofs} />}
        </li>
      ))}
    </ul>
  );
}

function OrderFile({ file, path }: { readonly file: FileView; readonly path: string }) {
  const { name, size } = file;
  return (
    <a
      href={path}
      download={name}
      className="flex min-h-11 items-center gap-3 rounded-[14px] border border-line bg-surface py-1.5 pe-3.5 ps-2 text-[15px] text-ink hover:bg-sunken"
    >
      {isPicture(file) ? (
        <img
          src={`${path}/small`}
          alt=""
          width={56}
          height={56}
          loading="lazy"
          decoding="async"
          className="size-14 shrink-0 rounded-[10px] bg-sunken object-cover ring-1 ring-line"
        />
      ) : (
        <span className="grid size-9 shrink-0 place-items-center">
          <Icon name="file" size={22} className="text-ink-2" />
        </span>
      )}
      <span className="min-w-0 flex-1">
        <span className="block font-medium [overflow-wrap:anywhere]">
          <Rich
            text={t('<action>Download </action><name/>')}
            parts={{ action: <span className="sr-only" />, name: <bdi>{name}</bdi> }}
          />
        </span>
        <span className="block text-[13.5px] text-ink-2 tabular-nums">{formatFileSize(size)}</span>
      </span>
      <Icon name="download-simple" size={18} className="shrink-0 text-ink-2" />
    </a>
  );
}
