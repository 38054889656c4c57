import { TextInput, type TextInputProps } from '@mantine/core';

interface NumberFieldProps
  extends Pick<
    TextInputProps,
    'label' | 'description' | 'placeholder' | 'error' | 'withAsterisk' | 'inputWrapperOrder'
  > {
  value: string;
  onChange: (value: string) => void;
}

/**
 * A field for a number, which stays text until `readNumber` interprets it. A field that corrects its input would change
 * `1.000` to 1.
 */
export function NumberField({ onChange, ...props }: NumberFieldProps) {
  return (
    <TextInput
      {...props}
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      maxLength={30}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
