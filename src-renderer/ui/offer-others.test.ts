import { expect, it } from 'vitest';
import { offerOthers } from './offer-others.ts';

const options = ['TSKPOI-M', 'TSKARE-M', 'TSKARE-R'].map((value) => ({ value, label: value }));
const offered = (search: string, limit = 10) =>
  offerOthers({ options, search, limit }).flatMap((option) => ('value' in option ? [option.value] : []));

it('offers all options while the text is one of them, and those with the text while another is typed', () => {
  expect(offered('TSKPOI-M')).toEqual(['TSKPOI-M', 'TSKARE-M', 'TSKARE-R']);
  expect(offered('tskpoi-m ', 2)).toEqual(['TSKPOI-M', 'TSKARE-M']);
  expect(offered('are')).toEqual(['TSKARE-M', 'TSKARE-R']);
  expect(offered('')).toHaveLength(3);
});
