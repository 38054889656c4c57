/** The reason why the cell under the cursor is marked; screen readers announce it too. */
export function CellReason({ reason, isWarning = false }: { reason: string | null; isWarning?: boolean }) {
  const color = isWarning ? 'var(--nadir-warning)' : 'var(--mantine-color-error)';
  return (
    <output style={{ flex: 'none', padding: '3px 10px', fontSize: 11.5, color }} hidden={reason === null}>
      {reason}
    </output>
  );
}
