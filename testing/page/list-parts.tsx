import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../src-preload/contract/ids.ts';
import type { FlagKind } from '../../src-preload/contract/tracking.ts';
import { useSettings } from '../../src-renderer/kit/client/api.tsx';
import type { ListRowProps } from '../../src-renderer/kit/lists/list-declaration.ts';
import {
  type BaseTerms,
  SubjectFilters,
  type SubjectFiltersProps,
} from '../../src-renderer/kit/lists/subject-filters.tsx';

interface RowAloneProps<Row> {
  as: ComponentType<ListRowProps<Row>>;
  row: Row;
  flags?: readonly FlagKind[];
}

/** A row as its list draws it, without the list. */
export function RowAlone<Row>({ as: Part, row, flags }: RowAloneProps<Row>) {
  const { t, i18n } = useTranslation();
  const format = useSettings()?.coordinateFormat ?? 'dd';
  return <Part row={row} flags={flags} t={t} language={i18n.language} format={format} />;
}

interface FiltersAloneProps<
  Terms extends BaseTerms<Sort>,
  Sort extends string,
  State extends string,
  Answer,
> {
  of: SubjectFiltersProps<Terms, Sort, State, Answer>['declared'];
  scope: Scope | null;
  /** What main would be asked for these terms; it stands below the filters as text. */
  queryOf: (terms: Terms) => unknown;
  answer?: Answer;
  flagged?: number;
}

/** The filters as their list draws them, with what they would ask for. */
export function FiltersAlone<
  Terms extends BaseTerms<Sort>,
  Sort extends string,
  State extends string,
  Answer,
>(props: FiltersAloneProps<Terms, Sort, State, Answer>) {
  const { of: declared, scope, queryOf, answer, flagged = 0 } = props;
  const [terms, setTerms] = useState(declared.initial);
  const [change] = useState(() => (patch: Partial<Terms>) => setTerms((before) => ({ ...before, ...patch })));
  return (
    <>
      <SubjectFilters
        declared={declared}
        scope={scope}
        terms={terms}
        change={change}
        answer={answer}
        flagged={flagged}
      />
      <output aria-label="query">{JSON.stringify(queryOf(terms))}</output>
    </>
  );
}
