import type { ComponentProps } from 'react';
import { useReload } from '../use-reload.ts';
import { ProofPage } from './proof-page.tsx';

/** Everybody with the order's link can see this page, so it shows no email address. */
export function BuyerProof(props: ComponentProps<typeof ProofPage>) {
  useReload(props.proof.closedBecause !== null);
  return (
    <main className="container-page pt-8 pb-16 md:pt-12">
      <h1 className="text-[clamp(28px,4vw,40px)] tracking-[-0.03em] [overflow-wrap:anywhere]">
        <bdi>{props.proof.file.name}</bdi>
      </h1>
      {/* A point or an answer of one version means nothing on another. */}
      <ProofPage key={props.proof.file.id} {...props} />
    </main>
  );
}
