import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { FileView } from '../../../chat/protocol/files.ts';
import { t } from '../../../i18n/translate.ts';
import { Moment } from '../../../ui/date-time.tsx';
import { AnswerNotice } from '../../../ui/form/answer-notice.tsx';
import type { FormAnswer } from '../../../ui/form/form-answer.ts';
import { Notice } from '../../../ui/form/notice.tsx';
import { Rich } from '../../../ui/rich.tsx';
import {
  formatTime,
  readPage,
  type ProofPosition,
  type VersionView,
} from '../../protocol/proof.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentList } from './comment-list.tsx';
import { CompareVersions } from './compare-versions.tsx';
import { ImageStage } from './image-stage.tsx';
import { PdfStage } from './pdf-stage.tsx';
import { NO_POINT, type DraftPoint } from './draft-point.ts';
import { useLastAnswer } from '../use-last-answer.ts';
import type { ProofPageProps } from './proof-page-props.ts';
import { VideoStage } from './video-stage.tsx';

interface ProofPartProps extends ProofPageProps {
  readonly answer: FormAnswer | undefined;
}

/** A delivered file with its comments. The list says in words where each of them is. */
export function ProofPage({ answer: newest, ...props }: ProofPartProps) {
  const { proof, basePath, mayComment, comparedWith } = props;
  const { file, kind, comments, versions } = proof;
  const answer = useLastAnswer(newest, file.id);
  const round = useRounds(newest);
  // Typed values stay after a refusal without JavaScript.
  const {
    x = '',
    y = '',
    time: typedTime = '',
    page: typedPage = '',
  } = newest?.isDone === false ? newest.typed : {};
  const [point, setPoint] = useState<DraftPoint>({ x, y });
  const [time, setTime] = useState(typedTime);
  const [page, setPage] = useState(typedPage);
  const [shownPage, setShownPage] = useState(props.shownPage);
  const words = useRef<HTMLTextAreaElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (round > 0) setPoint(NO_POINT);
  }, [round]);
  // After each render, because the router writes the address without it once a form was sent.
  useEffect(() => keepPage(shownPage));
  const canAdd = mayComment && proof.closedBecause === null;
  const path = `${basePath}/files/${file.id}`;
  const compared = versions.find((version) => version.file.id === comparedWith);
  const turnTo = (to: number) => {
    setShownPage(to);
    setPage(String(to));
  };
  const showPosition = (position: ProofPosition) => {
    if (position.page !== null) turnTo(position.page);
    else showTime(position);
  };
  const showTime = ({ atMs }: ProofPosition) => {
    if (atMs === null || !video.current) return;
    video.current.currentTime = atMs / 1000;
    video.current.pause();
    video.current.focus();
  };
  return (
    <>
      <VersionNav {...props} />
      {compared ? (
        <CompareVersions {...props} other={compared} />
      ) : (
        <div className="mt-6 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_400px]">
          <div className={`min-w-0 ${isWide(file) ? 'lg:sticky lg:top-24' : ''}`}>
            {kind === 'image' && (
              <ImageStage
                file={file}
                path={path}
                comments={comments}
                point={point}
                onPoint={canAdd ? setPoint : undefined}
                onChosen={() => words.current?.focus()}
              />
            )}
            {kind === 'pdf' && (
              <PdfStage
                file={file}
                path={path}
                comments={comments}
                point={point}
                onPoint={canAdd ? setPoint : undefined}
                onChosen={() => words.current?.focus()}
                page={shownPage}
                onPage={(to) => {
                  if (to !== shownPage) setPoint(NO_POINT);
                  turnTo(to);
                }}
              />
            )}
            {kind === 'video' && (
              <VideoStage
                ref={video}
                path={path}
                comments={comments}
                onTime={(ms) => setTime(formatTime(ms))}
              />
            )}
            <p className="mt-3">
              <a className="link" href={path} download={file.name}>
                <Rich text={t('Download <name/>')} parts={{ name: <bdi>{file.name}</bdi> }} />
              </a>
            </p>
          </div>
          <div className="min-w-0">
            <AnswerNotice
              answer={answer?.intent === 'comment' ? undefined : answer}
              className="mb-4"
            />
            {canAdd && (
              <CommentForm
                key={round}
                kind={kind}
                newId={props.newId}
                words={words}
                point={point}
                onPoint={setPoint}
                time={time}
                onTime={setTime}
                page={page}
                onPage={(typed) => {
                  setPage(typed);
                  const to = readPage(typed);
                  if (to !== undefined) setShownPage(to);
                }}
                answer={answer?.intent === 'comment' ? answer : undefined}
              />
            )}
            {proof.closedBecause !== null && <p className="text-ink-2">{proof.closedBecause}</p>}
            {!mayComment && (
              <p className="text-ink-2">
                {t('Your permission in this company lets you read the comments.')}
              </p>
            )}
            <CommentList
              comments={comments}
              canAdd={canAdd}
              newId={props.newId}
              openForm={props.openForm}
              answer={answer}
              onShow={kind === 'image' ? undefined : showPosition}
            />
          </div>
        </div>
      )}
    </>
  );
}

/** Keeps the page of a document in the address, so that Back returns to it. The server need not answer for that. */
function keepPage(page: number) {
  const address = new URL(location.href);
  if (page === (readPage(address.searchParams.get('page') ?? '') ?? 1)) return;
  address.searchParams.set('page', String(page));
  history.replaceState(history.state, '', address);
}

/** A file that fits into the window stays in sight beside a long list. */
function isWide({ width, height }: FileView): boolean {
  return (width ?? 1) >= (height ?? 0);
}

/** Counts the comments that were added on this page, so that the form is empty again after each of them. */
function useRounds(newest: FormAnswer | undefined): number {
  const [round, setRound] = useState({ count: 0, of: newest });
  if (newest !== undefined && newest !== round.of) {
    const isAdded = newest.isDone && newest.intent === 'comment';
    setRound({ count: round.count + (isAdded ? 1 : 0), of: newest });
  }
  return round.count;
}

/** Says which version this is: reviewing an outdated one is the most frequent mistake with proofs. */
function VersionNav({ proof, basePath, comparedWith }: ProofPageProps) {
  const { file, versions, order } = proof;
  const own = versions.find((version) => version.file.id === file.id);
  const newest = versions.at(-1);
  const pathOf = (version: VersionView) => `${basePath}/proof/${version.file.id}`;
  return (
    <>
      <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-[15px] text-ink-2">
        <Link className="link" to={basePath}>
          {t('Order {number}', { number: order })}
        </Link>
        {own && (
          <span>
            <Rich
              text={t('Delivery {number}, <time/>', { number: own.delivery })}
              parts={{ time: <Moment at={own.at} /> }}
            />
          </span>
        )}
      </p>
      {own && newest && own.delivery < newest.delivery && (
        <div className="mt-4">
          <Notice kind="error">
            <Rich
              text={t('This is an earlier version. <a>Open the newest one</a>')}
              parts={{ a: <Link className="link" to={pathOf(newest)} /> }}
            />
          </Notice>
        </div>
      )}
      {versions.length > 1 && (
        <nav aria-label={t('Versions of this file')} className="mt-4">
          <ul className="flex flex-wrap gap-2">
            {versions.map((version) => (
              <li key={version.file.id} className="flex flex-wrap gap-2">
                <Link
                  to={pathOf(version)}
                  aria-current={version === own && comparedWith === null ? 'page' : undefined}
                  className="button button-line button-small aria-[current]:border-primary aria-[current]:underline"
                >
                  {t('Delivery {number}', { number: version.delivery })}
                  {version.openCount > 0 &&
                    ` · ${t('{count, plural, one {# open comment} other {# open comments}}', { count: version.openCount })}`}
                </Link>
                {version !== own && (
                  <Link
                    to={`${pathOf({ ...version, file })}?compare=${version.file.id}`}
                    aria-current={comparedWith === version.file.id ? 'page' : undefined}
                    className="button button-line button-small aria-[current]:border-primary aria-[current]:underline"
                  >
                    {t('Compare with delivery {number}', { number: version.delivery })}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  );
}
