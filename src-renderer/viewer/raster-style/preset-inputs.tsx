import { Autocomplete, Group, Select } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxExpressionLetters } from '../../../src-preload/contract/plain-values.ts';
import { restyleRaster } from '../../kit/state/map-store.ts';
import { CommitField } from '../../kit/ui/commit-field.tsx';
import type { ExpressionProblem } from '../raster/expression/tokens.ts';
import { bandText, problemOf } from '../raster/style/band-names.ts';
import { type StyledRaster, siblingFor } from './style-on-raster.ts';

/** Returns the function that describes the error of an expression and its position; it returns null for a valid one. */
function useProblemText(bands: readonly string[]) {
  const { t } = useTranslation();
  return (text: string): string | null => {
    const problem: ExpressionProblem | null = problemOf(text.trim(), bands);
    if (problem === null) return null;
    const { code, at, text: word } = problem;
    return t(`map.expression.problem.${code}`, { at: at + 1, word, names: bands.join(', ') });
  };
}

interface ChannelFieldProps {
  label: string;
  value: string;
  bands: readonly string[];
  onCommit: (text: string) => void;
}

/** A field for the name of a band or an expression. Invalid text stays in it, with the error. */
function ChannelField({ label, value, bands, onCommit }: ChannelFieldProps) {
  const problemText = useProblemText(bands);
  const [typed, setTyped] = useState(value);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    setTyped(value);
    setError(null);
  }, [value]);
  const commit = (text: string) => {
    const problem = problemText(text);
    setError(problem);
    if (problem === null && text.trim() !== value) onCommit(text.trim());
  };
  return (
    <Autocomplete
      w={120}
      label={label}
      aria-label={label}
      // All bands are offered until the user changes the text.
      data={[...new Set(bands.map((_, band) => bandText(bands, band)))]}
      filter={({ options, search }) =>
        search === value
          ? options
          : options.filter(
              (option) => 'value' in option && option.value.toLowerCase().includes(search.toLowerCase()),
            )
      }
      value={typed}
      error={error}
      maxLength={maxExpressionLetters}
      spellCheck={false}
      onChange={setTyped}
      onOptionSubmit={commit}
      onBlur={() => commit(typed)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit(typed);
      }}
    />
  );
}

const channels = ['red', 'green', 'blue'] as const;

/** The fields of the presets whose bands the user selects. `files` are those of the scene, of which another one may have the bands. */
export function PresetInputs({
  styled: { info, style, expressions },
  files,
}: {
  styled: StyledRaster;
  files: Parameters<typeof siblingFor>[1];
}) {
  const { t } = useTranslation();
  const problemText = useProblemText(info.bands);
  if (style.preset === 'bands') {
    const texts = style.channels.length === 3 ? style.channels : expressions;
    return (
      <Group gap={6} wrap="nowrap" align="flex-end" mt={6}>
        {channels.map((channel, i) => (
          <ChannelField
            key={channel}
            label={t(`map.bandFor.${channel}`)}
            value={texts[i] ?? ''}
            bands={info.bands}
            onCommit={(text) =>
              restyleRaster({ ...style, channels: texts.map((each, at) => (at === i ? text : each)) })
            }
          />
        ))}
      </Group>
    );
  }
  if (style.preset === 'band') {
    const names = info.bands.map((name, band) => ({
      value: bandText(info.bands, band),
      label: `${band + 1} · ${name}`,
    }));
    const stretch = { ...style.stretch, kind: 'automatic', bounds: [] } as const;
    return (
      <Select
        mt={6}
        maw={260}
        aria-label={t('map.style.band')}
        data={names}
        value={expressions[0] ?? null}
        allowDeselect={false}
        onChange={(band) =>
          restyleRaster({ ...style, band: band ?? '', stretch: { ...stretch, bounds: [] } })
        }
      />
    );
  }
  if (style.preset !== 'expression') return null;
  return (
    <div style={{ marginTop: 6 }}>
      <CommitField
        label={t('map.expression.label')}
        hidesLabel
        value={style.expression}
        maxLength={maxExpressionLetters}
        description={t('map.expression.hint', { names: info.bands.slice(0, 8).join(', ') })}
        onCommit={(text) => {
          const stretch = { ...style.stretch, kind: 'automatic' as const, bounds: [] };
          const wanted = { ...style, expression: text.trim(), stretch };
          // The map then shows the raster of the scene that has the bands, as it does for an index.
          const problem = siblingFor(wanted, files, info) === null ? problemText(text) : null;
          if (problem === null) restyleRaster(wanted);
          return problem;
        }}
      />
    </div>
  );
}
