import { useCallback, useEffect, useState } from 'react';

/**
 * Returns what is reviewed, and functions that begin and end the review. A review is of what the form had when it began: another kind of order,
 * or a place from the map, ends it.
 */
export function useReview<Request>(draft: object) {
  const [begun, setBegun] = useState<{ request: Request; draftText: string } | null>(null);
  const isOfDraft = begun !== null && begun.draftText === JSON.stringify(draft);
  const isOver = begun !== null && !isOfDraft;
  useEffect(() => {
    if (isOver) setBegun(null);
  }, [isOver]);
  const end = useCallback(() => setBegun(null), []);
  return {
    reviewed: isOfDraft ? begun.request : null,
    begin: (request: Request) => setBegun({ request, draftText: JSON.stringify(draft) }),
    end,
  };
}
