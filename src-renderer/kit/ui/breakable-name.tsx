import { Fragment } from 'react';

/** A text with names such as `20260318_SN42_L1D`, which may break after each of their parts; copied, it is unchanged. */
export function BreakableName({ text }: { text: string }) {
  return text.split(/(?<=_)/).map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity, and do not move
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
