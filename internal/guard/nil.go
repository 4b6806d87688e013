package guard

import "reflect"

// IsNil reports whether x is nil or holds a nil pointer, whose methods would probably panic.
func IsNil(x any) bool {
	v := reflect.ValueOf(x)
	return !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil()
}
