import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useReview } from './use-review.ts';

it('a review ends when the form has anything else, and does not come back with what it had', () => {
  const area = { sku: 'TSKARE-M', values: { level: 'L1D' } };
  const { result, rerender } = renderHook(({ draft }) => useReview<string>(draft), {
    initialProps: { draft: area },
  });
  act(() => result.current.begin('an order'));
  rerender({ draft: structuredClone(area) });
  expect(result.current.reviewed).toBe('an order');
  rerender({ draft: { ...area, sku: 'TSKPOI-M' } });
  expect(result.current.reviewed).toBeNull();
  rerender({ draft: area });
  expect(result.current.reviewed).toBeNull();
});
