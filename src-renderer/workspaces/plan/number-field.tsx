import { TextInput, type TextInputProps } from '@mantine/core';

interface NumberFieldProps
  extends Pick<TextInputProps, 'label' | 'description' | 'placeholder' | 'error' | 'withAsterisk'> {
  value: string;
  onChange: (value: string) => void;
}

/**
 * A number as it is typed. Fields that mend what is typed make 1 of `1.000`; here it stays a text until the strict
 * reader has said what it means.
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
