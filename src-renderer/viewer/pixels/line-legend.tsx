import { Table } from '@mantine/core';
import classes from './pixels.module.css';

interface LineLegendProps {
  headings: readonly string[];
  /** The accessible name. */
  label: string;
  /** A row without a line has no colour. */
  rows: readonly { key: string; name: string; colour: string | null; cells: readonly string[] }[];
}

/** Lines of a plot, or classes, with their colours and numbers: the legend, and the table for users who cannot see the plot. */
export function LineLegend({ headings, rows, label }: LineLegendProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys
    <section className={classes.table} aria-label={label} tabIndex={0}>
      <Table fz="xs" verticalSpacing={1} horizontalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            {headings.map((heading, i) => (
              <Table.Th key={heading} {...(i === 0 ? {} : { className: classes.number })}>
                {heading}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, name, colour, cells }) => (
            <Table.Tr key={key}>
              <Table.Td style={{ maxWidth: 180, overflow: 'hidden', textOverflow: 'ellipsis' }} title={name}>
                {colour !== null && (
                  <span className={classes.swatch} style={{ background: colour }} aria-hidden />
                )}{' '}
                {name}
              </Table.Td>
              {cells.map((cell, i) => (
                <Table.Td key={headings[i + 1]} className={classes.number}>
                  {cell}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
