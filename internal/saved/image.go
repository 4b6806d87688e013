package saved

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unsafe"
)

// Layout describes how values of a type lie in memory, for [WriteImage] and [ReadImage]. It returns an error if the type has
// pointers, strings or the like.
func Layout[T any]() (string, error) {
	var b strings.Builder
	t := reflect.TypeFor[T]()
	if err := appendLayout(&b, t); err != nil {
		return "", fmt.Errorf("values of type %v cannot be saved: %w", t, err)
	}
	return b.String(), nil
}

func appendLayout(b *strings.Builder, t reflect.Type) error {
	switch kind := t.Kind(); kind {
	case reflect.Bool, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint8, reflect.Uint16, reflect.Uint32,
		reflect.Uint64, reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128:
		b.WriteString(kind.String())
	case reflect.Int, reflect.Uint, reflect.Uintptr:
		b.WriteString(strings.TrimSuffix(kind.String(), "ptr") + strconv.Itoa(8*int(t.Size())))
	case reflect.Array:
		fmt.Fprintf(b, "[%d]", t.Len())
		return appendLayout(b, t.Elem())
	case reflect.Struct:
		b.WriteString("{")
		for i := range t.NumField() {
			fmt.Fprintf(b, " %d:", t.Field(i).Offset)
			if err := appendLayout(b, t.Field(i).Type); err != nil {
				return err
			}
		}
		fmt.Fprintf(b, " }%d", t.Size())
	default:
		return fmt.Errorf("it has a %s", kind)
	}
	return nil
}

// WriteImage writes values as they lie in memory. Their type must have a [Layout].
func WriteImage[T any](w *Writer, values []T) { w.Write(image(values)) }

// ReadImage reads as many values as there is room for.
func ReadImage[T any](r *Reader, values []T) { r.Read(image(values)) }

// WriteList writes values as WriteImage does, and how many they are.
func WriteList[T any](w *Writer, values []T) {
	w.Int(len(values))
	WriteImage(w, values)
}

// ReadList reads what WriteList has written, or returns nil for no values.
func ReadList[T any](r *Reader) (values []T) {
	n := r.Count(Many)
	for len(values) < n && r.Err() == nil { // by pieces, as the number is not checked yet
		piece := make([]T, min(n-len(values), blockSize))
		ReadImage(r, piece)
		if len(piece) == n {
			return piece
		}
		values = append(values, piece...)
	}
	return values
}

func image[T any](values []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(values))), len(values)*int(unsafe.Sizeof(*new(T))))
}
